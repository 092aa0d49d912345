import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import { Button } from '@typecase/ui/button'
import { Kbd } from '@typecase/ui/kbd'
import { Switch } from '@typecase/ui/switch'
import { useState } from 'react'

import { conflictOf, useKeymap } from '../key-rows.ts'
import styles from './keys.module.css'
import { PressRecorder } from './press-recorder.tsx'
import { type TakenBinding, TakenKeys } from './taken-keys.tsx'

/** A binding with its keys and actions. */
export function KeyRow({ entry }: { entry: KeymapEntry }) {
  const { keymap } = useKeymap()
  const [isRecording, setRecording] = useState(false)
  // The key that ends a recording returns the focus to the button that started it.
  const [isBack, setBack] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [taken, setTaken] = useState<TakenBinding>()
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
