import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Banner } from '@typecase/ui/banner'

import { endSupport } from '../commands.ts'

/** A banner while staff is viewing another user's account. */
export default function SupportBanner() {
  const { data: user } = useUser()
  useProvideFacts({ 'staff.isSupporting': user?.support ? true : undefined })
  if (!user?.support) return null
  return (
    <Banner icon="eye" role="status" action={<CommandButton command={endSupport} isPlain />}>
      You see what {user.email} sees, as support ({user.support.by}). Nothing can be changed.
    </Banner>
  )
}
