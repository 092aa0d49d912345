import { outlineNamed } from './all-icons.ts'

/** Whether an icon of this name exists. Loads all icons, so use it only in development. */
export const hasIcon = (name: string): boolean => outlineNamed(name) !== undefined
