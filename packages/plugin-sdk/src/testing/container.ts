import { type AnyToken, type Provision, type Services, type Token, tokenName } from '../token.ts'

/** Creates services for tests. The last provider of a token counts, so a test can replace services of the core. */
export function container(provisions: readonly Provision[]): Services {
  const byName = new Map(provisions.map((one) => [tokenName(one.token), one]))
  const loaded = new Map<string, unknown>()
  const load = (token: AnyToken): unknown => {
    const name = tokenName(token)
    const provision = byName.get(name)
    if (!provision) throw new Error(`The test provides no service ${name}`)
    if (!loaded.has(name)) loaded.set(name, provision.load(services))
    return loaded.get(name)
  }
  const services: Services = {
    // The tokens' types were checked by `provide`.
    get: <T>(token: Token<T>) => load(token) as T,
    load: <T>(token: Token<T>) => Promise.resolve(load(token) as T),
    has: (token) => byName.has(tokenName(token)),
    isReady: (token) => !(load(token) instanceof Promise),
  }
  return services
}
