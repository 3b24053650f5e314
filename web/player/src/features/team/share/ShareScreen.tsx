import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { Screen } from '@core/frame/Screen'
import { useUser } from '@core/queries/useUser'
import { answers } from '@core/session/cache'
import { FriendList } from '../FriendList'
import { Invitation } from './Invitation'
import { Totals } from './Totals'

/** How to invite friends, what that has brought, and who has come. */
export function ShareScreen() {
  const t = useText('team')
  const { data: user } = useUser({ isShell: true })
  return (
    <Screen title={t('share.title')} onRefresh={() => answers.invalidateQueries()}>
      <div className="flex flex-col gap-6">
        {user && <Invitation link={user.invitationLink} code={user.referralCode} />}
        <Totals />
        <section>
          <h2 className="mb-2 text-18 font-semibold">{t('share.rules')}</h2>
          <NumberedRules rules={[t('share.rule.reward'), t('share.rule.source'), t('share.rule.none'), t('share.rule.fixed')]} />
        </section>
        <section>
          <h2 className="mb-2 text-18 font-semibold">{t('share.friends')}</h2>
          <FriendList depth={1} empty={<EmptyState title={t('share.empty')} hint={t('share.empty.hint')} />} />
        </section>
      </div>
    </Screen>
  )
}
