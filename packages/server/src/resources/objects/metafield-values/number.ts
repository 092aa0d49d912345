import { type Family, refuse } from './value-check.ts'

export const number: Family = (value, check) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return refuse(check, 'type', 'must be a number')
  }
  const { min, max } = check.field
  if (typeof min === 'number' && value < min) refuse(check, 'min', `must be at least ${min}`)
  if (typeof max === 'number' && value > max) refuse(check, 'max', `must be at most ${max}`)
  return value
}
