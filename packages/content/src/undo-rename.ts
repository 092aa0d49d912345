import { Refusal } from '@typecase/plugin-sdk/refusal'

/**
 * Checks the title before the undo of a rename: a title that someone else set later stays.
 * @param now the current title
 * @param mine the title to undo; undefined for a plain rename
 * @throws Refusal if the title has changed since
 */
export function refuseIfRenamed(now: string, mine: string | undefined): void {
  if (mine !== undefined && now !== mine)
    throw new Refusal(`It has been renamed to “${now}” since.`)
}
