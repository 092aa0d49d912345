import type { AnyToken, Provision, Services, Token } from '@typecase/plugin-sdk/token'
import { tokenName } from '@typecase/plugin-sdk/token'
import { within } from '@typecase/plugin-sdk/within'

interface Provider {
  readonly owner: string
  readonly provision: Provision
  state:
    | { readonly is: 'idle' }
    | { readonly is: 'loading'; readonly promise: Promise<unknown> }
    | { readonly is: 'ready'; readonly service: unknown }
}

/** The service container as the kernel sees it. */
export interface ServiceContainer extends Services {
  /** Adds a provider. @throws when the token already has one; the caller decides which plugin is at fault */
  add(owner: string, provision: Provision): void
  removeOwner(owner: string): void
  /** The owner of a token's provider; undefined if there is none. */
  ownerOf(token: AnyToken): string | undefined
  /** The major versions of a token that are provided, for the message about a missing one. */
  majorsOf(tokenId: string): { owner: string; major: number }[]
}

/**
 * Creates the service container. A provider is loaded once, at its first use.
 * @param onFault called with the owner when a provider fails to load
 */
export function createServices(
  onFault: (owner: string, error: unknown) => void = () => {},
): ServiceContainer {
  const providers = new Map<string, Provider>()

  function find(token: AnyToken): Provider {
    const provider = providers.get(tokenName(token))
    if (!provider) throw new Error(`No one provides the service ${tokenName(token)}`)
    return provider
  }

  /** Loads the provider. A provider whose `load` returns no promise is ready at once. */
  function start(provider: Provider): Provider['state'] {
    if (provider.state.is !== 'idle') return provider.state
    const name = `The service ${tokenName(provider.provision.token)}`
    let answer: unknown
    try {
      answer = provider.provision.load(container)
    } catch (error) {
      onFault(provider.owner, error)
      throw error
    }
    if (answer instanceof Promise) {
      const loading: Promise<unknown> = answer
      const promise = within(() => loading, name)
      provider.state = { is: 'loading', promise }
      promise.then(
        (service) => (provider.state = { is: 'ready', service }),
        (error: unknown) => {
          // The provider is idle again, so the next use makes another attempt.
          provider.state = { is: 'idle' }
          onFault(provider.owner, error)
        },
      )
    } else {
      provider.state = { is: 'ready', service: answer }
    }
    return provider.state
  }

  const container: ServiceContainer = {
    // The type of the token was checked where the service was provided.
    get<T>(token: Token<T>): T {
      const state = start(find(token))
      if (state.is === 'ready') return state.service as T
      throw new Error(`The service ${tokenName(token)} loads lazily: use services.load`)
    },
    async load<T>(token: Token<T>): Promise<T> {
      const state = start(find(token))
      return (state.is === 'loading' ? await state.promise : container.get(token)) as T
    },
    has: (token) => providers.has(tokenName(token)),
    isReady(token) {
      const provider = providers.get(tokenName(token))
      return provider !== undefined && start(provider).is === 'ready'
    },
    add(owner, provision) {
      const name = tokenName(provision.token)
      if (providers.has(name)) throw new Error(`The service ${name} has a provider already`)
      providers.set(name, { owner, provision, state: { is: 'idle' } })
    },
    removeOwner(owner) {
      for (const [name, provider] of providers) if (provider.owner === owner) providers.delete(name)
    },
    ownerOf: (token) => providers.get(tokenName(token))?.owner,
    majorsOf: (id) =>
      [...providers.values()]
        .filter(({ provision }) => provision.token.id === id)
        .map(({ owner, provision }) => ({ owner, major: provision.token.major })),
  }
  return container
}
