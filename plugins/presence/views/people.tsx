import { focusField } from '@typecase/content/commands'
import { useFieldTitles } from '@typecase/content/react/field-titles'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { PlainButton } from '@typecase/ui/plain-button'
import { Tooltip } from '@typecase/ui/tooltip'

import { type OtherPerson, useOtherEditors } from '../other-editors.ts'
import styles from './presence.module.css'

/** Limit of avatars. Beyond it, only the number is shown. */
const MAX_AVATARS = 4

/** The other people in the open object. Pressing one moves to their field. */
export default function People() {
  const others = useOtherEditors()
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const titleOf = useFieldTitles(slug)
  if (others.length === 0) return null
  const more = others.length - MAX_AVATARS
  return (
    <ul aria-label="Also here" className={styles.people}>
      {others.slice(0, MAX_AVATARS).map((person) => (
        <li key={person.id}>
          <Person person={person} where={person.field && titleOf(person.field)} />
        </li>
      ))}
      {more > 0 ? <li className={styles.more}>{`+${more}`}</li> : null}
    </ul>
  )
}

function Person({ person, where }: { person: OtherPerson; where: string | null }) {
  const commands = useService(Commands)
  const { name, picture, field } = person
  const what = `${name}${name === 'You' ? ', in another tab' : ''}${where ? `, in ${where}` : ''}`
  return (
    <Tooltip label={what} delay={0}>
      <PlainButton
        className={styles.person}
        aria-label={what}
        isBlocked={field === null}
        onPress={() => {
          if (field !== null) void commands.run(refTo(focusField, { path: field }))
        }}
      >
        <Avatar name={name} src={picture} isDecorative />
      </PlainButton>
    </Tooltip>
  )
}
