import { Keymap, type KeysInForce } from '@typecase/plugin-sdk/keymap'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { Kbd } from '@typecase/ui/kbd'
import { TextField } from '@typecase/ui/text-field'
import { useId, useState } from 'react'

import { cheatSheet } from '../cheat-sheet.ts'
import { describeContext } from '../describe-context.ts'
import {
  type KeyActionGroup,
  deedsOf,
  groupKeys,
  groupKeysInForce,
  useKeymap,
} from '../key-rows.ts'
import styles from './keys.module.css'

/**
 * The keys in force at the focus, followed by all others. They come from the keymap itself, so they are always current.
 */
export default function CheatSheet() {
  const [isOpen, setOpen] = useState(false)
  const [inForce, setInForce] = useState<ContextKeys>()
  const keymap = useService(Keymap)
  usePageHandle(cheatSheet, {
    open(focused) {
      setInForce({ context: describeContext(focused), keys: keymap.inForce(focused) })
      setOpen(true)
    },
  })
  const edit = useCommand('help.edit-keys')
  return (
    <Dialog
      title="Keyboard shortcuts"
      size="large"
      isDismissable
      isOpen={isOpen}
      onOpenChange={setOpen}
      footer={
        <>
          <Button slot="close">Close</Button>
          <Button
            onPress={() => {
              setOpen(false)
              void edit.run()
            }}
          >
            Change…
          </Button>
        </>
      }
    >
      {inForce ? <Keys {...inForce} /> : null}
    </Dialog>
  )
}

interface ContextKeys {
  /** Name of the page or dialog. */
  context: string
  keys: KeysInForce
}

function Keys({ context, keys }: ContextKeys) {
  const { entries } = useKeymap()
  const [query, setQuery] = useState('')
  const groups = groupKeysInForce(keys, context, query)
  const visibleIds = new Set([...keys.local, ...keys.general].map(({ id }) => id))
  const others = groupKeys(
    entries.filter(({ id }) => !visibleIds.has(id)),
    query,
  ).map((group) => ({ title: group.title, deeds: deedsOf(group) }))
  return (
    <>
      <TextField
        aria-label="Filter shortcuts"
        placeholder="Filter"
        value={query}
        onChange={setQuery}
        autoFocus
      />
      <KeyGroups title="Active now" groups={groups} />
      <KeyGroups title="Elsewhere" groups={others} />
      {groups.length + others.length === 0 ? (
        <p className={styles.text}>No shortcut matches.</p>
      ) : null}
    </>
  )
}

function KeyGroups({ title, groups }: { title: string; groups: readonly KeyActionGroup[] }) {
  const id = useId()
  if (groups.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.part}>
        {title}
      </h3>
      <div className={styles.columns}>
        {groups.map((group) => (
          <section key={group.title} aria-label={`${title}: ${group.title}`}>
            <h4 className={styles.group}>{group.title}</h4>
            <dl className={styles.list}>
              {group.deeds.map(({ id: deed, title: name, keys }) => (
                <div key={deed} className={styles.row}>
                  <dt>{name}</dt>
                  <dd className={styles.keys}>
                    {keys.map((binding) => (
                      <Kbd key={binding} binding={binding} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  )
}
