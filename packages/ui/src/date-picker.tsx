import type { DateValue } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DatePicker as AriaDatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import fieldStyles from './date-field.module.css'
import { datePropsOf, DateSegments, type DateFieldProps } from './date-field.tsx'
import styles from './date-picker.module.css'
import { FieldFrame, useTouched } from './field.tsx'
import { Icon } from './icon.tsx'
import { Float } from './popover.tsx'

export type DatePickerProps = DateFieldProps

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

/** A date typed part by part or chosen in a calendar (Alt+↓ opens it). */
export function DatePicker(props: DatePickerProps) {
  const { label, hint, note, description, errorMessage, isRequired = false } = props
  const { isInvalid, touch } = useTouched(props)
  return (
    <AriaDatePicker<DateValue>
      {...datePropsOf(props)}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <FieldFrame {...{ label, hint, note, description, errorMessage, isRequired }} {...touch}>
        <Group className={classNames(control.box, fieldStyles.box)}>
          <DateSegments />
          <Button className={control.inside ?? ''}>
            <Icon name="calendar" size={14} />
          </Button>
        </Group>
      </FieldFrame>
      <Float placement="bottom start">
        <Dialog className={styles.dialog ?? ''}>
          <CalendarSheet />
        </Dialog>
      </Float>
    </AriaDatePicker>
  )
}
