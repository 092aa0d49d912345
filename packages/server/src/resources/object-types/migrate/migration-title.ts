import { type Migration, stepsOf } from './migration.ts'

/** Returns a migration's title for display: `Rename “year” of Artworks to “made”`. */
export function migrationTitle(typeTitle: string, migration: Migration): string {
  const steps = stepsOf(migration)
  const [step] = steps
  if (!step || steps.length > 1) return `Change ${steps.length} fields of ${typeTitle}`
  const isRenamed = step.from.key !== step.to.key
  const isOther = step.from.type !== step.to.type
  if (!isOther) return `Rename “${step.path}” of ${typeTitle} to “${step.to.key}”`
  const words = `Change “${step.path}” of ${typeTitle} from ${step.from.type} to ${step.to.type}`
  return isRenamed ? `${words}, as “${step.to.key}”` : words
}
