/** A fault of the demo chain, in the form wallets pass on. */
export class RpcFault extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type Rpc = (method: string, params?: unknown) => Promise<unknown>

let lastId = 0

/** JSON-RPC over HTTP to the address the deployment names; a path means this origin. */
export function createRpc(url: string): Rpc {
  const target = new URL(url, location.origin).href
  return async (method, params = []) => {
    lastId += 1
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
    })
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null) throw new RpcFault(-32603, 'the chain gave no answer')
    if ('error' in answer && answer.error) {
      const fault = answer.error as { code?: number; message?: string }
      throw new RpcFault(fault.code ?? -32603, fault.message ?? 'the chain refused')
    }
    return 'result' in answer ? answer.result : null
  }
}
