import type { User } from '@typecase/contract/users'

/** Returns the first and last name if both are set, otherwise the e-mail address (specification section 3). */
export function nameOf({ first_name, last_name, email }: User): string {
  return first_name && last_name ? `${first_name} ${last_name}` : email
}
