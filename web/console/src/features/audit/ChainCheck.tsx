import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { tellFault } from '@console/decide/approve'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { readChain, saveLog } from './api'
import { walk, type Chain } from './decideChain'

const pagesMax = 500

/** Recomputes the log's chain in this browser, and saves the log as files. */
export function ChainCheck() {
  const t = useText('console-boards')
  const me = useMe()
  const [chain, setChain] = useState<Chain | null>(null)
  const [running, setRunning] = useState<'chain' | 'files' | null>(null)

  async function run(what: 'chain' | 'files') {
    setRunning(what)
    try {
      if (what === 'chain') setChain(await walk(readChain, pagesMax))
      else await saveLog()
    } catch (fault) {
      tellFault(fault)
    } finally {
      setRunning(null)
    }
  }

  return (
    <div className="my-3 flex flex-wrap items-center gap-3">
      <Button size="small" kind="quiet" busy={running === 'chain'} onClick={() => void run('chain')}>
        {t('audit.chain.check')}
      </Button>
      {mayCall(me, 'audit/export') && (
        <Button size="small" kind="quiet" busy={running === 'files'} onClick={() => void run('files')}>
          {t('audit.export')}
        </Button>
      )}
      <p role="status" className={`text-15 ${chain?.isWhole === false ? 'text-loss' : 'text-gain'}`}>
        {chain && (chain.isWhole ? t('audit.chain.whole', { from: chain.from, to: chain.to }) : t('audit.chain.broken', { seq: chain.broken ?? chain.to }))}
      </p>
    </div>
  )
}
