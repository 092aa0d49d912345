import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands } from '@typecase/plugin-sdk/services'
import { FormSection } from '@typecase/ui/form'
import { Switch } from '@typecase/ui/switch'

import { setMentionMails } from '../commands/comments.ts'

/** The setting for e-mails about comments. */
export default function MentionMails() {
  const { data: user } = useUser()
  const commands = useService(Commands)
  return (
    <FormSection title="Mentions" description="Comments that mention you appear on your home page.">
      <Switch
        isSelected={user?.mention_mails ?? true}
        onChange={(mails) =>
          void commands.run(refTo(setMentionMails, { mails }), { source: 'button' })
        }
        description="At most one an hour for each thread."
      >
        Also send me an e-mail
      </Switch>
    </FormSection>
  )
}
