import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Kbd } from '@typecase/ui/kbd'
import { Switch } from '@typecase/ui/switch'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { conflictOf, groupKeys, useKeymap } from '../key-rows.ts'
import styles from './keys.module.css'
import { PressRecorder } from './press-recorder.tsx'

/** The keymap editor: every binding can be changed, switched off and put back; conflicts are named. */
export default function Keyboard() {
  const { keymap, entries } = useKeymap()
  const [query, setQuery] = useState('')
  const groups = groupKeys(entries, query, { isWhole: true })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>Keyboard</h1>
        <Button onPress={() => keymap.reset()}>Reset all</Button>
      </header>
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

/** Keys that something else has already. */
interface Taken {
  readonly keys: string
  readonly others: readonly KeymapEntry[]
}

interface TakenKeysProps {
  taken: Taken
  onTake(): void
  onKeepBoth(): void
  onCancel(): void
}

/** Asks before keys are given away that mean something else in the same place. */
function TakenKeys({ taken: { keys, others }, onTake, onKeepBoth, onCancel }: TakenKeysProps) {
  const [first, ...more] = [...new Set(others.map(({ title }) => `“${title.replace(/…$/, '')}”`))]
  const whose = more.length > 0 ? `${first ?? ''} and ${more.length} more` : first
  return (
    <span role="group" aria-label="Keys in use" className={styles.taken}>
      <Kbd binding={keys} />
      <span className={styles.warning}>{`Used by ${whose ?? ''}`}</span>
      <Button autoFocus onPress={onTake}>
        {`Take it from ${whose ?? ''}`}
      </Button>
      <Button variant="quiet" onPress={onKeepBoth}>
        Use for both
      </Button>
      <Button variant="quiet" onPress={onCancel}>
        Cancel
      </Button>
    </span>
  )
}

function KeyRow({ entry }: { entry: KeymapEntry }) {
  const { keymap } = useKeymap()
  const [isRecording, setRecording] = useState(false)
  // What was pressed to end the recording goes on from the button that began it.
  const [isBack, setBack] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [taken, setTaken] = useState<Taken>()
  const other = conflictOf(entry, keymap.conflicts())

  function handleRecord(keys: string) {
    const others = keymap.conflictsWith(entry.id, keys)
    if (others.length === 0) return keep(keys)
    setRecording(false)
    setTaken({ keys, others })
  }

  function keep(keys: string) {
    const result = keymap.bind(entry.id, keys)
    setRefusal(result.ok ? undefined : result.reason)
    end(true)
  }

  function end(byKey: boolean) {
    setBack(byKey)
    setRecording(false)
    setTaken(undefined)
  }

  return (
    <li className={styles.row}>
      <span className={styles.name}>
        {entry.title}
        {other ? <span className={styles.warning}>Also: {other.title}</span> : null}
        {refusal ? (
          <span role="alert" className={styles.failure}>
            {refusal}
          </span>
        ) : null}
      </span>
      {isRecording ? (
        <PressRecorder
          onRecord={handleRecord}
          onCancel={() => end(true)}
          onLeave={() => end(false)}
        />
      ) : taken ? (
        <TakenKeys
          taken={taken}
          onTake={() => {
            for (const { id } of taken.others) keymap.bind(id, undefined)
            keep(taken.keys)
          }}
          onKeepBoth={() => keep(taken.keys)}
          onCancel={() => end(true)}
        />
      ) : (
        <>
          <Kbd binding={entry.keys} />
          <Button
            variant="quiet"
            icon="pencil"
            aria-label={`Change the keys of ${entry.title}`}
            autoFocus={isBack}
            onPress={() => setRecording(true)}
          />
          {entry.from === 'user' ? (
            <Button
              variant="quiet"
              icon="undo-2"
              aria-label={`Reset the keys of ${entry.title}`}
              onPress={() => keymap.reset(entry.id)}
            />
          ) : null}
          <Switch
            aria-label={`${entry.title} on or off`}
            isSelected={entry.isActive}
            onChange={(isActive) => keymap.setActive(entry.id, isActive)}
          />
        </>
      )}
    </li>
  )
}
