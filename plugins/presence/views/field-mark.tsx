import type { Slots } from '@typecase/plugin-sdk/slot'
import { Avatar, hueOf } from '@typecase/ui/avatar'
import { formatList } from '@typecase/ui/format'

import { useOtherEditors } from '../other-editors.ts'
import styles from './presence.module.css'

/** Marks a field that other people are in. */
export default function FieldMark({ path }: Slots['editor.field']) {
  const here = useOtherEditors().filter(({ field }) => field === path)
  const [first] = here
  if (!first) return null
  const names = formatList(here.map(({ name }) => name))
  const isOneself = names === 'You'
  return (
    // The colour is that of the person's avatar.
    <span className={styles.mark} style={{ '--hue': hueOf(first.name) } as object}>
      <Avatar name={first.name} src={first.picture} size={16} isDecorative />
      {isOneself
        ? 'You are here in another tab'
        : `${names} ${here.length > 1 ? 'are' : 'is'} here`}
    </span>
  )
}
