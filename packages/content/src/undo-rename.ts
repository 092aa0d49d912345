import { Refusal } from '@typecase/plugin-sdk/refusal'

/**
 * Before the undo of a rename: someone else's later title stays.
 * @param mine the title to undo; omitted for a plain rename
 * @throws Refusal
 */
export function refuseIfRenamed(now: string, mine: string | undefined): void {
  if (mine !== undefined && now !== mine)
    throw new Refusal(`It has been renamed to “${now}” since.`)
}
