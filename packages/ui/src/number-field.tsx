import { useState, type KeyboardEvent } from 'react'
import control from './control.module.css'
import { Icon } from './icon.tsx'
import { isComposing } from './keyboard.ts'
import styles from './number-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface NumberFieldProps extends Omit<
  TextFieldProps,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'look' | 'suffix' | 'inputMode'
> {
  /** `null` for an empty text, `NaN` for a text that is not a number. */
  value: number | null
  /**
   * Called at every keystroke: a number, `null` if empty, `NaN` if the text is not a number, which the form must
   * refuse.
   */
  onChange: (value: number | null) => void
  /** The step of ↑ and ↓; with Shift ten times as much. */
  step?: number | undefined
  minValue?: number | undefined
  maxValue?: number | undefined
  /** Shown after the number, such as "mm". */
  unit?: string | undefined
}

function parse(text: string): number | null {
  if (text.trim() === '') return null
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN
}

function format(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value)
}

/**
 * A field for a number, typed as plain text. It does not rewrite its text on blur, so "29,7" is an error to fix
 * rather than a silent 297.
 */
export function NumberField({
  value,
  onChange,
  step = 1,
  minValue = -Infinity,
  maxValue = Infinity,
  unit,
  errorMessage,
  ...rest
}: NumberFieldProps) {
  const [typed, setTyped] = useState(format(value))
  const text = Object.is(parse(typed), value) ? typed : format(value)
  const isEditable = !rest.isDisabled && !rest.isReadOnly

  function handleChange(next: string) {
    setTyped(next)
    onChange(parse(next))
  }

  function add(amount: number) {
    const from = value === null || Number.isNaN(value) ? 0 : value
    // Rounding to twelve digits hides binary fractions: 0.1 + 0.2 becomes 0.3.
    const sum = Number((from + amount).toPrecision(12))
    handleChange(String(Math.min(maxValue, Math.max(minValue, sum))))
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || !isEditable) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    add((event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1))
  }

  return (
    <div className={styles.number} onKeyDown={handleKeyDown} role="presentation">
      <TextField
        {...rest}
        value={text}
        onChange={handleChange}
        inputMode="decimal"
        autoComplete="off"
        errorMessage={errorMessage ?? (Number.isNaN(parse(text)) ? 'must be a number' : undefined)}
        suffix={
          <>
            {unit ? <span>{unit}</span> : null}
            {isEditable ? (
              // For the pointer only, since the keyboard has the arrow keys.
              <span className={styles.steps} aria-hidden="true">
                <button
                  type="button"
                  tabIndex={-1}
                  className={control.inside}
                  onClick={() => add(step)}
                >
                  <Icon name="chevron-up" size={12} />
                </button>
                <button
                  type="button"
                  tabIndex={-1}
                  className={control.inside}
                  onClick={() => add(-step)}
                >
                  <Icon name="chevron-down" size={12} />
                </button>
              </span>
            ) : null}
          </>
        }
      />
    </div>
  )
}
