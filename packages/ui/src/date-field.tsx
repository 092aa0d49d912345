import type { DateValue } from '@internationalized/date'
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import styles from './date-field.module.css'
import { FieldFrame, useTouched, type FieldText } from './field.tsx'
import { dateOf, isoOf, type IsoDate } from './iso-date.ts'

export type { IsoDate }

export interface DateFieldProps extends FieldText {
  /** `YYYY-MM-DD`, or with `hasTime` `YYYY-MM-DDTHH:mm` in the user's time zone. */
  value?: IsoDate | null | undefined
  defaultValue?: IsoDate | null | undefined
  onChange?: ((value: IsoDate | null) => void) | undefined
  hasTime?: boolean | undefined
  minValue?: IsoDate | undefined
  maxValue?: IsoDate | undefined
  isDisabled?: boolean | undefined
  isReadOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  name?: string | undefined
  'aria-label'?: string | undefined
}

/** Converts our props with ISO texts to the props of React Aria's date components. */
export function datePropsOf({
  value,
  defaultValue,
  onChange,
  hasTime = false,
  minValue,
  maxValue,
  isDisabled,
  isReadOnly,
  autoFocus,
  name,
  'aria-label': label,
}: DateFieldProps) {
  const min = dateOf(minValue, hasTime)
  const max = dateOf(maxValue, hasTime)
  return {
    granularity: hasTime ? ('minute' as const) : ('day' as const),
    hourCycle: 24 as const,
    shouldForceLeadingZeros: true,
    onChange: (date: DateValue | null) => onChange?.(isoOf(date, hasTime)),
    ...(value === undefined ? {} : { value: dateOf(value, hasTime) }),
    ...(defaultValue === undefined ? {} : { defaultValue: dateOf(defaultValue, hasTime) }),
    ...(min ? { minValue: min } : {}),
    ...(max ? { maxValue: max } : {}),
    ...(isDisabled ? { isDisabled } : {}),
    ...(isReadOnly ? { isReadOnly } : {}),
    ...(autoFocus ? { autoFocus } : {}),
    ...(name ? { name } : {}),
    ...(label ? { 'aria-label': label } : {}),
  }
}

/** The segments of a date, each of which is typed or stepped with the arrow keys. */
export function DateSegments() {
  return (
    <DateInput className={styles.segments ?? ''}>
      {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
    </DateInput>
  )
}

/** A field for a date, typed part by part in the order of the user's locale. With a calendar: `DatePicker`. */
export function DateField(props: DateFieldProps) {
  const { label, hint, note, description, errorMessage, isRequired = false } = props
  const { isInvalid, touch } = useTouched(props)
  return (
    <AriaDateField<DateValue>
      {...datePropsOf(props)}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <FieldFrame {...{ label, hint, note, description, errorMessage, isRequired }} {...touch}>
        <div className={classNames(control.box, styles.box)}>
          <DateSegments />
        </div>
      </FieldFrame>
    </AriaDateField>
  )
}
