import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ListEnd, type EndlessList } from '@kit/ui/ListEnd'
import { Loading } from '@kit/ui/Loading'
import { Skeleton } from '@kit/ui/Skeleton'
import type { MyNode } from '../contract'
import { NodeRow } from './NodeRow'

/** One's own nodes, the newest first. */
export function MyNodes({ list, onOpen }: { list: EndlessList<MyNode>; onOpen: (nodeNo: string) => void }) {
  const t = useText('node-list')
  if (list.query.isPending) {
    return (
      <Loading>
        <Skeleton height="112px" />
        <Skeleton height="112px" />
      </Loading>
    )
  }
  if (list.rows.length === 0)
    return list.hasFailed ? <ListEnd list={list} /> : <EmptyState title={t('mine.empty')} hint={t('mine.emptyHint')} art={<Gem level="diamond" />} />
  return (
    <div>
      <ul className="flex flex-col gap-3">
        {list.rows.map((node) => (
          <li key={node.nodeNo}>
            <NodeRow node={node} onOpen={() => onOpen(node.nodeNo)} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} />
    </div>
  )
}
