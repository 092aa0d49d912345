import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Session } from '@typecase/plugin-sdk/services'

import type { Offer } from './define-record.ts'

/** A record with its author. */
export interface RecordWithAuthor {
  readonly created_by: string | null
}

/**
 * Whether an account may change a record that belongs to its author: the author may, and so may users who may change
 * the bucket's settings.
 * @param me id of the account
 * @param permissions its permissions in the bucket, as in the fact `can`
 */
export const mayChange = (
  { created_by }: RecordWithAuthor,
  me: string | undefined,
  permissions: FactValues['can'],
): boolean =>
  (me !== undefined && created_by === me) || permissions?.has('bucket:settings') === true

/** Offers the records that the user may change. */
export const offerChangeable: Offer<RecordWithAuthor> = (item, { services, facts }) =>
  mayChange(item, services.get(Session).getSnapshot().data?.id, facts.can)
