import type { DateValue } from '@internationalized/date'
import { type KeyboardEvent, use, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import {
  DatePicker as AriaDatePicker,
  DatePickerStateContext,
} from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import fieldStyles from './date-field.module.css'
import { datePropsOf, DateSegments, type DateFieldProps } from './date-field.tsx'
import styles from './date-picker.module.css'
import { FieldFrame, useTouched } from './field.tsx'
import { formatWeekdayDate } from './format.ts'
import { Form } from './form.tsx'
import { Icon } from './icon.tsx'
import { dateOf, type IsoDate } from './iso-date.ts'
import { isComposing } from './keyboard.ts'
import { Float } from './popover.tsx'
import { TextField } from './text-field.tsx'

export interface DatePickerProps extends DateFieldProps {
  /**
   * Reads a day in words, such as "next friday"; resolves to null if the text names none. Typing a letter in the date
   * opens a field for words.
   */
  readWords?: ((text: string) => Promise<IsoDate | null>) | undefined
}

const LETTER = /^\p{L}$/u

/** The date with the button of its calendar. If words are supported, typing a letter opens a field for them. */
function DateBox({ onWords }: { onWords: ((letter: string) => void) | undefined }) {
  const state = use(DatePickerStateContext)

  function handleKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (isComposing(event) || !onWords || !LETTER.test(key) || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    onWords(key)
    state?.open()
  }

  return (
    <Group className={classNames(control.box, fieldStyles.box)}>
      {/* Runs before the segments of the date, which accept only digits. */}
      <div role="presentation" className={styles.parts} onKeyDownCapture={handleKeyDown}>
        <DateSegments />
      </div>
      <Button className={control.inside ?? ''}>
        <Icon name="calendar" size={14} />
      </Button>
    </Group>
  )
}

/** A field for a day in words; Enter accepts it. */
function DayWords({
  first,
  read,
}: {
  first: string
  read: NonNullable<DatePickerProps['readWords']>
}) {
  const state = use(DatePickerStateContext)
  const [text, setText] = useState(first)
  const [match, setMatch] = useState<{ text: string; day: IsoDate | null }>()
  const day = match?.text === text ? match.day : null

  function handleChange(next: string) {
    setText(next)
    read(next).then(
      (parsedDay) => setMatch({ text: next, day: parsedDay }),
      () => undefined,
    )
  }

  return (
    <Form
      onSubmit={() => {
        if (!day) return
        state?.setValue(dateOf(day, false))
        state?.close()
      }}
    >
      <div className={styles.words}>
        <TextField
          label="Day in words"
          placeholder="tomorrow, next friday, 3 march"
          description={day ? inFull(day) : 'Such as “tomorrow”, “next friday” or “3 march”'}
          value={text}
          onChange={handleChange}
          autoComplete="off"
          autoFocus
        />
      </div>
    </Form>
  )
}

const inFull = (day: IsoDate): string => formatWeekdayDate(`${day}T00:00`)

function CalendarSheet() {
  return (
    <Calendar className={styles.calendar ?? ''}>
      <header className={styles.header}>
        <Heading className={styles.month ?? ''} />
        <Button slot="previous" className={control.inside ?? ''}>
          <Icon name="chevron-left" size={14} />
        </Button>
        <Button slot="next" className={control.inside ?? ''}>
          <Icon name="chevron-right" size={14} />
        </Button>
      </header>
      <CalendarGrid className={styles.grid ?? ''}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}

/** A field for a date, typed part by part, chosen in a calendar (Alt+↓ opens it), or typed in words. */
export function DatePicker({ readWords, ...props }: DatePickerProps) {
  const { label, hint, note, description, errorMessage, isRequired = false } = props
  const { isInvalid, touch } = useTouched(props)
  // The letter with which typing in words began; while it is empty, the calendar is shown.
  const [letter, setLetter] = useState('')
  return (
    <AriaDatePicker<DateValue>
      {...datePropsOf(props)}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
      onOpenChange={(isOpen) => {
        if (!isOpen) setLetter('')
      }}
    >
      <FieldFrame {...{ label, hint, note, description, errorMessage, isRequired }} {...touch}>
        <DateBox onWords={readWords && !props.isReadOnly ? setLetter : undefined} />
      </FieldFrame>
      <Float placement="bottom start">
        <Dialog className={styles.dialog ?? ''}>
          {readWords && letter ? (
            <DayWords first={letter} read={readWords} />
          ) : (
            <>
              <CalendarSheet />
              {readWords ? (
                <p className={styles.hint}>
                  You can also type “tomorrow” or “next friday” in the field.
                </p>
              ) : null}
            </>
          )}
        </Dialog>
      </Float>
    </AriaDatePicker>
  )
}
