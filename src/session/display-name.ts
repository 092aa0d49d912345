import type { User } from '@typecase/contract/users'

/** First and last name when both are there, else the e-mail (specification section 3). */
export function nameOf({ first_name, last_name, email }: User): string {
  return first_name && last_name ? `${first_name} ${last_name}` : email
}
