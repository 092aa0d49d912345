import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { Kbd } from '@typecase/ui/kbd'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { cheatSheet } from '../cheat-sheet.ts'
import { deedsOf, groupKeys, useKeymap } from '../key-rows.ts'
import styles from './keys.module.css'

/** Every key that does something, made from the keymap itself: it cannot be out of date. */
export default function CheatSheet() {
  const [isOpen, setOpen] = useState(false)
  usePageHandle(cheatSheet, { open: () => setOpen(true) })
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
      <Keys />
    </Dialog>
  )
}

function Keys() {
  const { entries } = useKeymap()
  const [query, setQuery] = useState('')
  const groups = groupKeys(entries, query)
  return (
    <>
      <TextField
        aria-label="Filter shortcuts"
        placeholder="Filter"
        value={query}
        onChange={setQuery}
        autoFocus
      />
      <div className={styles.columns}>
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className={styles.group}>{group.title}</h3>
            <dl className={styles.list}>
              {deedsOf(group).map(({ id, title, keys }) => (
                <div key={id} className={styles.row}>
                  <dt>{title}</dt>
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
      {groups.length === 0 ? <p className={styles.text}>No shortcut matches.</p> : null}
    </>
  )
}
