import { isComposing } from '@typecase/ui/keyboard'
import { TextField } from '@typecase/ui/text-field'
import { TextArea } from '@typecase/ui/text-area'
import { type KeyboardEvent, useState } from 'react'

import { type FieldProps, textOf, useField, useWriting } from '../use-session.tsx'
import { formatNumber, parseNumber, stepNumber } from '@typecase/content/object/typed-values'

export function TextMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  return (
    <TextField
      {...text}
      value={textOf(value)}
      onChange={setValue}
      autoComplete="off"
      writing={useWriting()}
    />
  )
}

export function TextareaMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  return (
    <TextArea {...text} value={textOf(value)} onChange={setValue} rows={3} writing={useWriting()} />
  )
}

/**
 * Edits a number as plain text, kept as typed: "29,7" stays, with an error. The draft holds the number, or the text
 * while it is not a number, so leaving and returning loses nothing.
 */
export function NumberMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  const [typed, setTyped] = useState(() => formatNumber(value))
  // "1." and "1.0" are the same number. If the draft holds a different number, the draft wins.
  const displayText =
    formatNumber(parseNumber(typed)) === formatNumber(value) ? typed : formatNumber(value)

  function handleChange(next: string) {
    setTyped(next)
    setValue(parseNumber(next))
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const amount = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1)
    handleChange(String(stepNumber(value, amount, props.field)))
  }

  return (
    <div role="presentation" onKeyDown={handleKeyDown}>
      <TextField
        {...text}
        value={displayText}
        onChange={handleChange}
        inputMode="decimal"
        autoComplete="off"
      />
    </div>
  )
}
