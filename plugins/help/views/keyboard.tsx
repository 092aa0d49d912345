import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Kbd } from '@typecase/ui/kbd'
import { Switch } from '@typecase/ui/switch'
import { TextField } from '@typecase/ui/text-field'
import { ToolRow } from '@typecase/ui/toolbar'
import { useState } from 'react'

import { exportKeymap, importKeymap, choosePreset } from '../commands/keymap.ts'
import { groupKeys, useKeymap } from '../key-rows.ts'
import { keyboardRoute } from '../routes.ts'
import { CommandKeys } from './command-keys.tsx'
import { KeyRow } from './key-row.tsx'
import styles from './keys.module.css'

/** The keymap editor. Each binding can be changed, switched off and reset; conflicts are shown. */
export default function Keyboard() {
  const { keymap, entries } = useKeymap()
  const { command } = useRouteSearch(keyboardRoute)
  const [query, setQuery] = useState('')
  const groups = groupKeys(entries, query, { isWhole: true })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>Keyboard</h1>
        <ToolRow>
          <CommandButton command={choosePreset} isPlain>
            Use preset…
          </CommandButton>
          <CommandButton command={exportKeymap} isPlain>
            Export
          </CommandButton>
          <CommandButton command={importKeymap} isPlain>
            Import…
          </CommandButton>
          <Button onPress={() => keymap.reset()}>Reset all</Button>
        </ToolRow>
      </header>
      {command === undefined ? null : <CommandKeys key={command} command={command} />}
      <Switch isSelected={keymap.hasSingleKeys()} onChange={(isOn) => keymap.setSingleKeys(isOn)}>
        Single-letter shortcuts
      </Switch>
      <p className={styles.text}>
        Switch them off if you dictate text or press keys by accident: <Kbd binding="j" /> or{' '}
        <Kbd binding="g o" /> then do nothing.
      </p>
      <TextField
        aria-label="Filter shortcuts"
        placeholder="Filter by command or key"
        value={query}
        onChange={setQuery}
      />
      {groups.length === 0 ? (
        <EmptyState title="No shortcut matches" icon="keyboard">
          Try another word, or a key such as Enter.
        </EmptyState>
      ) : (
        groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className={styles.group}>{group.title}</h2>
            <ul className={styles.list}>
              {group.entries.map((entry) => (
                <KeyRow key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  )
}
