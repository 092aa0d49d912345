import type { Contribution } from '../kernel/registry.ts'

type OwnedCommand = Contribution<'commands'>

/** Commands by their ids, and by the ids of removed ones that they stand in for: those may still be stored. */
export function commandsById(commands: readonly OwnedCommand[]): ReadonlyMap<string, OwnedCommand> {
  const former = commands.flatMap((entry) =>
    (entry.item.formerIds ?? []).map((id) => [id, entry] as const),
  )
  // A present command comes before one that stands in for its id.
  return new Map([...former, ...commands.map((entry) => [entry.item.id, entry] as const)])
}
