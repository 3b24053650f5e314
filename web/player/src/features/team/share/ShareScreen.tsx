import { useQueryClient } from '@tanstack/react-query'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { useSession } from '@core/session/store'
import { FriendList } from '../FriendList'
import { Invitation } from './Invitation'
import { Totals } from './Totals'

/** How to invite friends, what that has brought, and who has come. */
export function ShareScreen() {
  const t = useText('team-share')
  const answers = useQueryClient()
  const user = useSession((state) => state.userInfo)
  return (
    <Screen title={t('title')}>
      <PullToRefresh onRefresh={() => answers.invalidateQueries()}>
        <div className="flex flex-col gap-6">
          {user && <Invitation link={user.invitationLink} code={user.referralCode} />}
          <Totals />
          <section>
            <h2 className="mb-2 text-18 font-semibold">{t('rules')}</h2>
            <NumberedRules rules={[t('rule.reward'), t('rule.source'), t('rule.none'), t('rule.fixed')]} />
          </section>
          <section>
            <h2 className="mb-2 text-18 font-semibold">{t('friends')}</h2>
            <FriendList depth={1} empty={<EmptyState title={t('empty')} hint={t('empty.hint')} />} />
          </section>
        </div>
      </PullToRefresh>
    </Screen>
  )
}
