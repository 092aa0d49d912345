import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Storage } from '@typecase/plugin-sdk/services'
import { useEffect, useRef, useState } from 'react'

import { cancelRecording, stop } from '../recording/commands.ts'
import { KEY, readRecording } from '../recording/recording.ts'
import { stepWords } from '../words/step-words.ts'
import styles from './recording-bar.module.css'
import { useNames } from './use-names.ts'

/** Shows the steps recorded so far above every page, and the commands that end the recording. */
export default function RecordingBar() {
  const storage = useService(Storage)
  const [recording, setRecording] = useState(() => readRecording(storage))

  useEffect(() => storage.subscribe(KEY, () => setRecording(readRecording(storage))), [storage])

  const list = useRef<HTMLOListElement>(null)
  const names = useNames(
    useFacts((facts) => facts['route.bucketSlug']),
    recording?.steps,
  )
  const count = recording?.steps.length ?? 0
  // The latest step scrolls into view.
  useEffect(() => {
    if (count > 0) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [count])

  if (!recording) return null
  const { steps } = recording
  return (
    <section className={styles.bar} aria-label="Recording a macro">
      <span className={styles.sign}>
        <span className={styles.dot} />
        Recording
      </span>
      {steps.length === 0 ? (
        <p className={styles.hint}>Run the commands to record.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so that keys have to reach it
        <ol ref={list} className={styles.steps} aria-label="Steps so far" tabIndex={0}>
          {steps.map((step, index) => (
            // Steps are only appended or removed, and two may be equal.
            // oxlint-disable-next-line react/no-array-index-key -- as said
            <li key={index}>{stepWords(step, { ...names, arguments: [] })}</li>
          ))}
        </ol>
      )}
      <span className={styles.actions}>
        <CommandButton command={stop} isPlain />
        <CommandButton command={cancelRecording} variant="quiet" isPlain>
          Cancel
        </CommandButton>
      </span>
    </section>
  )
}
