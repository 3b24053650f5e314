import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { Rows, type EndlessList } from '@kit/ui/ListEnd'
import { Loading } from '@kit/ui/Loading'
import { Skeleton } from '@kit/ui/Skeleton'
import type { MyNode } from '../contract'
import { NodeRow } from './NodeRow'

/** One's own nodes, the newest first. */
export function MyNodes({ list, onOpen }: { list: EndlessList<MyNode>; onOpen: (nodeNo: string) => void }) {
  const t = useText('node-list')
  return (
    <Rows
      list={list}
      keyOf={(node) => node.nodeNo}
      skeleton={
        <Loading>
          <Skeleton height="112px" />
          <Skeleton height="112px" />
        </Loading>
      }
      empty={<EmptyState title={t('mine.empty')} hint={t('mine.emptyHint')} art={<Gem level="diamond" />} />}
    >
      {(node) => <NodeRow node={node} onOpen={() => onOpen(node.nodeNo)} />}
    </Rows>
  )
}
