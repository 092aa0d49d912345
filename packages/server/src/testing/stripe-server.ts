import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A Stripe object in its wire format. */
export type StripeObject = Record<string, unknown> & { id: string }

export interface TestStripe {
  settings: Record<string, string>
  /** Stored objects by kind: `customers`, `payment_intents`, … */
  readonly objects: Readonly<Record<string, StripeObject[]>>
  /** The requests so far, such as `POST /v1/customers`. */
  requests: string[]
  /** Hooks around each request; one that throws closes the connection. */
  before: ((call: string) => void) | undefined
  after: ((call: string) => void) | undefined
  /**
   * Adds a card to a customer, as Stripe's form in the browser does.
   * @param declined the reason to decline its charges; without it they succeed
   */
  addCard(customer: string, declined?: string): StripeObject
  add(kind: string, object: Record<string, unknown>): StripeObject
  /** Returns the body of an event and its signature. @param at UNIX ms */
  event(type: string, object: object, at: number, id?: string): { body: string; signature: string }
  close(): void
}

const SECRET = 'whsec_test'
/** Prefixes of ids, by kind. */
const prefixes: Readonly<Record<string, string>> = {
  customers: 'cus',
  payment_methods: 'pm',
  payment_intents: 'pi',
  setup_intents: 'seti',
  products: 'prod',
  subscriptions: 'sub',
  invoices: 'in',
}

interface Reply {
  status: number
  body: object
}
const missing: Reply = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'None' } },
}

/**
 * Starts a server on this machine that implements the parts of Stripe's API that the product uses, including
 * idempotency.
 */
export async function startTestStripe(): Promise<TestStripe> {
  const objects: Record<string, StripeObject[]> = {}
  const replies = new Map<string, Reply>()
  let count = 0

  const add = (kind: string, object: Record<string, unknown>): StripeObject => {
    const input = {
      id: `${prefixes[kind] ?? kind}_${(count += 1)}`,
      created: Math.floor(Date.now() / 1000),
      ...object,
    }
    ;(objects[kind] ??= []).push(input)
    return input
  }
  const find = (kind: string, id: unknown) => objects[kind]?.find((one) => one.id === id)
  const ok = (body: object): Reply => ({ status: 200, body })
  const list = (data: object[]): Reply =>
    ok({ object: 'list', data, has_more: false, url: '/v1/list' })

  function declined(rule: string): Reply {
    const error = { type: 'card_error', code: 'card_declined', decline_code: rule, message: 'No' }
    return { status: 402, body: { error } }
  }

  function answer(method: string, path: string, sent: Record<string, unknown>): Reply {
    const [, kind = '', id, verb] = path.replace(/^\/v1/, '').split('/')
    if (id === undefined) return method === 'GET' ? listOf(kind, sent) : create(kind, sent)
    const object = find(kind, id)
    if (!object) return missing
    if (method === 'GET') return ok(object)
    if (method === 'DELETE') return ok(Object.assign(object, { status: 'canceled' }))
    if (verb === 'detach') return ok(Object.assign(object, { customer: null }))
    if (verb === 'cancel') return ok(Object.assign(object, { status: 'canceled' }))
    if (verb === 'pay')
      return ok(Object.assign(object, { status: 'paid', amount_paid: object['amount_due'] }))
    const metadata = { ...(object['metadata'] as object), ...(sent['metadata'] as object) }
    return ok(
      Object.assign(object, kind === 'subscriptions' ? withItems(sent) : sent, { metadata }),
    )
  }

  function listOf(
    kind: string,
    { customer, subscription, status }: Record<string, unknown>,
  ): Reply {
    const data = (objects[kind] ?? []).filter(
      (one) =>
        (customer === undefined || one['customer'] === customer) &&
        (status === undefined || one['status'] === status) &&
        (subscription === undefined || subscriptionOf(one) === subscription),
    )
    return list(data.toReversed())
  }

  function create(kind: string, sent: Record<string, unknown>): Reply {
    if (kind === 'products' && find(kind, sent['id'])) {
      const error = { type: 'invalid_request_error', code: 'resource_already_exists' }
      return { status: 400, body: { error } }
    }
    if (kind === 'payment_intents') {
      const card = find('payment_methods', sent['payment_method'])
      // Only `addCard` sets this.
      const rule = card?.['declined'] as string | undefined
      const state = rule === undefined ? 'succeeded' : 'requires_payment_method'
      const created = add(kind, {
        ...sent,
        status: state,
        last_payment_error:
          rule === undefined ? null : { code: 'card_declined', decline_code: rule },
      })
      return rule === undefined ? ok(created) : declined(rule)
    }
    const more = {
      customers: { invoice_settings: { default_payment_method: null } },
      setup_intents: { status: 'requires_payment_method', client_secret: 'secret' },
      subscriptions: { status: 'trialing' },
    }[kind]
    return ok(add(kind, { ...more, ...(kind === 'subscriptions' ? withItems(sent) : sent) }))
  }

  /** Returns a subscription with its items, without deleted ones. */
  function withItems(sent: Record<string, unknown>): Record<string, unknown> {
    const items = Object.values((sent['items'] ?? {}) as Record<string, Record<string, unknown>>)
    const data = items
      .filter((item) => item['deleted'] !== 'true')
      .map((item) => ({ id: `si_${(count += 1)}`, ...item }))
    return { ...sent, items: { data } }
  }

  const stripe: TestStripe = {
    settings: {},
    objects,
    requests: [],
    before: undefined,
    after: undefined,
    add,
    addCard: (customer, rule) =>
      add('payment_methods', {
        customer,
        type: 'card',
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
        ...(rule !== undefined && { declined: rule }),
      }),
    event(type, object, at, id = `evt_${(count += 1)}`) {
      const body = JSON.stringify({ id, object: 'event', type, data: { object } })
      const time = Math.floor(at / 1000)
      const signature = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')
      return { body, signature: `t=${time},v1=${signature}` }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }

  async function respond(request: IncomingMessage): Promise<Reply> {
    const { method = 'GET', url = '/', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const sent = nested(method === 'GET' ? searchParams : new URLSearchParams(await text(request)))
    const call = `${method} ${pathname}`
    stripe.before?.(call)
    const key = headers['idempotency-key']
    const earlier = typeof key === 'string' ? replies.get(key) : undefined
    const path = pathname.replace(
      /^\/v1\/customers\/([^/]+)\/payment_methods$/,
      '/v1/payment_methods',
    )
    const reply = earlier ?? answer(method, path, sent)
    if (typeof key === 'string') replies.set(key, reply)
    stripe.requests.push(call)
    stripe.after?.(call)
    return reply
  }

  const server = createServer((request, response) => {
    async function send() {
      try {
        const { status, body } = await respond(request)
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      } catch {
        response.destroy()
      }
    }
    void send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  stripe.settings = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  }
  return stripe
}

function subscriptionOf({ parent }: StripeObject): unknown {
  return (parent as { subscription_details?: { subscription?: string } } | undefined)
    ?.subscription_details?.subscription
}

/** Parses `a[b][0]=c` into `{a: {b: {0: c}}}`. */
function nested(params: URLSearchParams): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const [name, value] of params) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '')
    const last = keys.pop() ?? ''
    let at = sent
    for (const key of keys) at = (at[key] ??= {}) as Record<string, unknown>
    at[last] = value
  }
  return sent
}
