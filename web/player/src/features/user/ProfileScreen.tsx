import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useGoBack } from '@core/frame/useGoBack'
import type { UserInfo } from '@kit/api/contract'
import { ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { useUser } from '@core/queries/useUser'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Screen } from '@core/frame/Screen'
import { Option } from '@kit/ui/Option'
import { TextField } from '@kit/ui/TextField'
import { toast } from '@kit/ui/toast'
import { Unreachable } from '@kit/ui/Unreachable'
import { updateProfile } from './api'
import { Avatar } from './Avatar'
import { decideNickName, decideProfileChange, imageOf, images, nickNameMax, type ImageName } from './decideUser'
import { ProfileSkeleton } from './ProfileSkeleton'

/** The person's name and picture. */
export function ProfileScreen() {
  const t = useText('user')
  return (
    <Screen title={t('profile.title')}>
      <Answer of={useUser()} waiting={<ProfileSkeleton />}>
        {(user) => <ProfileForm key={user.id} user={user} />}
      </Answer>
    </Screen>
  )
}

function ProfileForm({ user }: { user: UserInfo }) {
  const t = useText('user')
  const id = useId()
  const goBack = useGoBack('/mine')
  const [typed, setTyped] = useState<string | null>(null)
  const [picked, setPicked] = useState<ImageName | null>(null)
  const nickName = typed ?? user.nickName
  const image = picked ?? imageOf(user.image)
  const saving = useMutation({ mutationFn: updateProfile, onSuccess: () => toast.success(t('profile.saved')) })
  const problem = decideNickName(nickName)
  const change = decideProfileChange(user, { nickName: typed, image: picked })
  const said = problem ? t(`nickName.${problem}`, { count: nickNameMax }) : saving.error instanceof ApiError ? saving.error.message : null

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem && change) saving.mutate(change, { onSuccess: goBack })
      }}
    >
      <div className="mx-auto size-28">
        <Avatar image={image} seed={user.id} />
      </div>
      <TextField
        id={id}
        label={t('nickName.label')}
        value={nickName}
        onChange={(next) => {
          setTyped(next)
          saving.reset()
        }}
        problem={said}
        note={t('nickName.note', { count: nickNameMax })}
        autoComplete="nickname"
        enterKeyHint="done"
      />
      <fieldset>
        <legend className="mb-2 text-13 text-muted">{t('image.label')}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2">
          {images.map((one) => (
            <Option
              key={one}
              look="flex flex-col items-center gap-1 rounded-card border border-line bg-raised p-2 text-center text-13 leading-tight has-checked:border-brass-ink has-checked:font-semibold"
              name={`${id}-image`}
              value={one}
              checked={one === image}
              onChange={() => setPicked(one)}
            >
              <span className="pointer-events-none size-14">
                <Avatar image={one} seed={user.id} />
              </span>
              <span className="pointer-events-none max-w-full break-words">{t(`image.${one}`)}</span>
            </Option>
          ))}
        </div>
      </fieldset>
      <Unreachable fault={saving.error} />
      <Button type="submit" kind="main" wide busy={saving.isPending} disabled={problem !== null || change === null}>
        {change === null ? t('profile.unchanged') : t('profile.save')}
      </Button>
    </form>
  )
}
