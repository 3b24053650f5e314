/** Asks the demo for test coins; false where it gives none now. */
export async function askFaucet(address: string): Promise<boolean> {
  return askDemo(`/demo/faucet?address=${address}`)
}

/** Lets a day of the demo's world pass; false where it does not. When it returns, what became due is done. */
export async function skipDay(): Promise<boolean> {
  return askDemo('/demo/day')
}

async function askDemo(path: string): Promise<boolean> {
  try {
    const answer = await fetch(path, { method: 'POST' })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return true
  } catch (fault) {
    console.error('the demo did not do it', fault)
    return false
  }
}
