import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Skeletons } from '@kit/ui/Loading'
import { Rows } from '@kit/ui/Rows'
import type { MyNode } from '../contract'
import { NodeRow } from './NodeRow'

/** One's own nodes, the newest first. */
export function MyNodes({ list, onOpen }: { list: EndlessList<MyNode>; onOpen: (nodeNo: string) => void }) {
  const t = useText('node')
  return (
    <Rows
      keyOf={(node) => node.nodeNo}
      list={list}
      waiting={<Skeletons heights={['112px', '112px']} />}
      empty={<EmptyState title={t('list.mine.empty')} hint={t('list.mine.emptyHint')} art={<Gem level="diamond" />} />}
    >
      {(node) => <NodeRow node={node} onOpen={() => onOpen(node.nodeNo)} />}
    </Rows>
  )
}
