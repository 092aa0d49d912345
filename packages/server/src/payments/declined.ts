import { Failure } from '../http/failure.ts'

const words: Readonly<Record<string, string>> = {
  card_required: 'There is no card to charge. Add one first.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  authentication_required:
    'The bank asks for a confirmation that this payment cannot wait for. Use another card.',
  not_charged: 'The payment was interrupted before the card was charged.',
}

/** Describes to people why a card was declined. @param rule the provider's code, such as `insufficient_funds` */
export const describeDecline = (rule: string): string => words[rule] ?? 'The card was declined.'

/** Returns the failure for a declined card (402), with the reason for people and for programs. */
export const paymentFailed = (rule: string): Failure =>
  new Failure('payment_failed', describeDecline(rule), {
    details: [{ path: 'payment_method', message: describeDecline(rule), rule }],
  })
