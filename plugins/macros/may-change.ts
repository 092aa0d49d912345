import type { Macro } from '@typecase/contract/macros'
import type { FactValues } from '@typecase/plugin-sdk/facts'

/** Whoever made a macro changes it; of shared ones, whoever looks after the bucket may as well. */
export const mayChange = (
  { created_by }: Pick<Macro, 'created_by'>,
  me: string | undefined,
  { can }: FactValues,
): boolean => created_by === me || can?.has('bucket:settings') === true
