import type { Contribution } from '../kernel/registry.ts'

type OwnedCommand = Contribution<'commands'>

/** Returns the commands by id, including ids of removed commands that they replace, which may still be stored. */
export function commandsById(commands: readonly OwnedCommand[]): ReadonlyMap<string, OwnedCommand> {
  const former = commands.flatMap((entry) =>
    (entry.item.formerIds ?? []).map((id) => [id, entry] as const),
  )
  // An existing command wins over a replacement for its id.
  return new Map([...former, ...commands.map((entry) => [entry.item.id, entry] as const)])
}
