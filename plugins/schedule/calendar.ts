import { token } from '@typecase/plugin-sdk/token'

import type { Entry, View } from './days.ts'

/** The calendar on screen, for commands. */
export interface Calendar {
  /** What has the focus. */
  readonly entry: Entry | undefined
  /** What stands on screen, by its id. */
  find(id: string): Entry | undefined
  /** What the panel beside it shows. */
  readonly day: Date
  showDay(day: Date): void
  turn(by: 1 | -1): void
  today(): void
  show(view: View): void
  readonly view: View
}
export const calendarPage = token<Calendar>('schedule.calendar', 1)
