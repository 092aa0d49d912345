import { Refusal } from '@typecase/plugin-sdk/refusal'

/**
 * Before a rename is taken back: what someone else called it since stays.
 * @param mine the title that is taken back; none when it is a rename like any other
 * @throws Refusal
 */
export function refuseIfRenamed(now: string, mine: string | undefined): void {
  if (mine !== undefined && now !== mine)
    throw new Refusal(`It has been renamed to “${now}” since.`)
}
