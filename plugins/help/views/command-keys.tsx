import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { useState } from 'react'

import { useKeymap } from '../key-rows.ts'
import { KeyRow } from './key-row.tsx'
import styles from './keys.module.css'
import { PressRecorder } from './press-recorder.tsx'
import { type TakenBinding, TakenKeys } from './taken-keys.tsx'

/** The keys of a command, and a recorder for another one. */
export function CommandKeys({ command }: { command: string }) {
  const { entries } = useKeymap()
  const state = useService(Commands).get(command)
  if (!state) return <p className={styles.text}>{`There is no command “${command}” here.`}</p>
  const title = state.title.replace(/…$/, '')
  return (
    <section aria-label={`Keys of ${title}`}>
      <h2 className={styles.part}>{`Keys of “${title}”`}</h2>
      <ul className={styles.list}>
        {entries
          .filter((entry) => entry.command === command && entry.args === undefined)
          .map((entry) => (
            <KeyRow key={entry.id} entry={entry} />
          ))}
        <li className={styles.row}>
          <NewKey command={command} />
        </li>
      </ul>
    </section>
  )
}

/** Records another key for a command. If the key is already in use, it asks what to do. */
function NewKey({ command }: { command: string }) {
  const { keymap } = useKeymap()
  const [isRecording, setRecording] = useState(true)
  const [isBack, setBack] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [taken, setTaken] = useState<TakenBinding & { id: string }>()

  function end(byKey: boolean) {
    setBack(byKey)
    setRecording(false)
    setTaken(undefined)
  }

  function add(keys: string) {
    const result = keymap.add({ keys, command })
    setRefusal(result.ok ? undefined : result.reason)
    const isNew = (entry: { command: string; keys: string }) =>
      entry.command === command && entry.keys === keys
    const id = keymap.entries().find(isNew)?.id
    const others = keymap
      .conflicts()
      .flatMap(({ a, b }) => (a.id === id ? [b] : b.id === id ? [a] : []))
    end(true)
    if (id !== undefined && others.length > 0) setTaken({ id, keys, others })
  }

  if (isRecording) {
    return <PressRecorder onRecord={add} onCancel={() => end(true)} onLeave={() => end(false)} />
  }
  if (taken) {
    return (
      <TakenKeys
        taken={taken}
        onTake={() => {
          for (const { id } of taken.others) keymap.bind(id, undefined)
          end(true)
        }}
        onKeepBoth={() => end(true)}
        onCancel={() => {
          keymap.reset(taken.id)
          end(true)
        }}
      />
    )
  }
  return (
    <>
      <Button icon="plus" autoFocus={isBack} onPress={() => setRecording(true)}>
        Add a key
      </Button>
      {refusal ? (
        <span role="alert" className={styles.failure}>
          {refusal}
        </span>
      ) : null}
    </>
  )
}
