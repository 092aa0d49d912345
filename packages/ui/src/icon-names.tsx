import { outlineNamed } from './all-icons.ts'

/** Whether there is an icon of a name. Fetches all there are: for development. */
export const hasIcon = (name: string): boolean => outlineNamed(name) !== undefined
