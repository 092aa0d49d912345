import { Input } from 'react-aria-components/Input'
import { Kbd } from '@typecase/ui/kbd'
import { currentPlatform, isComposing } from '@typecase/ui/keyboard'
import { type KeyboardEvent, useState } from 'react'

import { recordPress } from '../record-press.ts'
import styles from './keys.module.css'

interface PressRecorderProps {
  onRecord(keys: string): void
  onCancel(): void
  /** Called when the recorder loses the focus. */
  onLeave(): void
}

/** Records key presses: Enter saves them, Escape cancels, further presses make a sequence. */
export function PressRecorder({ onRecord, onCancel, onLeave }: PressRecorderProps) {
  const [presses, setPresses] = useState<string[]>([])

  function handleKeyDown(event: KeyboardEvent) {
    // Tab leaves the recorder, which must not trap the focus.
    if (event.key === 'Tab' || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    const press = recordPress(event, currentPlatform() === 'mac')
    if (press === 'Escape') onCancel()
    else if (press === 'Enter' && presses.length > 0) onRecord(presses.join(' '))
    else if (press) setPresses((before) => [...before.slice(-2), press])
  }

  return (
    <span className={styles.recorder} data-records-keys>
      <Input
        className={styles.capture ?? ''}
        aria-label="Press the new keys, then Enter"
        readOnly
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user just asked to press keys
        autoFocus
        value=""
        placeholder={presses.length === 0 ? 'Press keys, then Enter' : ''}
        onKeyDown={handleKeyDown}
        onBlur={onLeave}
      />
      {presses.length > 0 ? <Kbd binding={presses.join(' ')} /> : null}
    </span>
  )
}
