import { momentValue, parseMoment } from '@typecase/plugin-sdk/moment'
import { DatePicker } from '@typecase/ui/date-picker'

import { type FieldProps, textOf, useField } from '../use-session.tsx'

async function readDay(text: string): Promise<string | null> {
  const moment = await parseMoment(text, new Date())
  return moment ? String(momentValue(moment.date, 'day')) : null
}

/** Edits a day, `YYYY-MM-DD`. A time after it, written by another client, stays until the day changes. */
export function DateMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  return (
    <DatePicker
      {...text}
      value={textOf(value).slice(0, 10) || null}
      onChange={(day) => setValue(day ?? undefined)}
      readWords={readDay}
    />
  )
}
