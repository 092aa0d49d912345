import { TextArea } from 'react-aria-components/TextArea'
import { Button } from '@typecase/ui/button'
import { isComposing } from '@typecase/ui/keyboard'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useService } from '@typecase/plugin-sdk/react/services'

import type { Step } from '../commands/steps.ts'
import { PaletteControl } from './controller.ts'
import type { ArgumentsPage } from './state.ts'
import { useFocusAtStart } from './list.tsx'
import listStyles from './list.module.css'
import styles from './palette.module.css'

/** A step with several lines of text: Enter adds a line, Mod+Enter goes on. */
export function TextStep({
  page,
  step,
  before,
  note,
  after,
  onAnswer,
}: {
  page: ArgumentsPage
  step: Step
  before: ReactNode
  note: ReactNode
  after: ReactNode
  onAnswer: () => void
}) {
  const palette = useService(PaletteControl)
  const area = useRef<HTMLTextAreaElement>(null)
  useFocusAtStart(area)

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onAnswer()
    } else if (event.key === 'Backspace' && page.query === '') {
      event.preventDefault()
      palette.dispatch({ type: 'back' })
    }
  }

  return (
    <div className={listStyles.list}>
      <div className={listStyles.head}>
        {before}
        <span className={listStyles.input} />
        <Button kbd="$mod+Enter" onPress={onAnswer}>
          Next
        </Button>
        {after}
      </div>
      {note}
      <TextArea
        ref={area}
        // The step is the dialog's only purpose.
        autoFocus
        aria-label={step.title}
        className={styles.area ?? ''}
        placeholder={step.ask.placeholder ?? step.title}
        value={page.query}
        onChange={(event) => palette.dispatch({ type: 'query', query: event.target.value })}
        onKeyDown={handleKeyDown}
      />
    </div>
  )
}
