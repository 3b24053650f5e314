import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { EmptyState } from '@kit/ui/EmptyState'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { useOwn } from '@console/entry/useOwn'
import { Board, Tile } from '@console/frame/Board'
import { Screen } from '@console/frame/Screen'
import { useWords } from '@console/words/useWords'
import { Announced } from '@console/words/Announced'

/** Roles that were given and do not work yet: any one operator can object to them. */
export function WaitingRolesScreen() {
  const t = useText('console-people')
  const screens = useText('console')
  const { word } = useWords()
  return (
    <Screen title={screens('screen.waitingRoles')}>
      <p className="my-3 max-w-[70ch] text-15 text-muted">{t('waiting.hint')}</p>
      <Answer of={useOwn()} waiting={<Skeleton height="120px" />}>
        {({ rolesWaiting }) =>
          rolesWaiting.length === 0 ? (
            <EmptyState title={t('waiting.empty')} />
          ) : (
            <Board>
              {rolesWaiting.map(({ staffId, name, address, roles, workAt, objectedBy }) => (
                <Tile
                  key={staffId}
                  title={name}
                  note={
                    workAt && (
                      <Announced by={t('waiting.worksFrom')}>
                        <Time at={workAt} plain />
                      </Announced>
                    )
                  }
                  isAlarm
                >
                  <p className="text-15">{roles.map(word).join(' · ')}</p>
                  <p translate="no" className="text-13 break-all text-muted">
                    {address}
                  </p>
                  {objectedBy === '' ? (
                    <Acts acts={[act('roles/object', { address })]} />
                  ) : (
                    <p className="text-15 text-loss">
                      <Announced by={t('waiting.objected')}>
                        <span translate="no">{objectedBy}</span>
                      </Announced>
                    </p>
                  )}
                </Tile>
              ))}
            </Board>
          )
        }
      </Answer>
    </Screen>
  )
}
