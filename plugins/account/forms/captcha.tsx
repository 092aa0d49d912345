import { Button } from '@typecase/ui/button'
import { useEffect, useRef, useState } from 'react'

import { FormFailure } from './form-parts.tsx'

/** The common API of Turnstile, hCaptcha and reCAPTCHA. */
interface CaptchaApi {
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): unknown
  /** Only reCAPTCHA, which loads the rest of its script later. */
  ready?(work: () => void): void
}

declare global {
  interface Window {
    turnstile?: CaptchaApi
    hcaptcha?: CaptchaApi
    grecaptcha?: CaptchaApi
  }
}

interface CaptchaProps {
  siteKey: string
  script: string
  /** Receives the token of a solved captcha; undefined when it expired. */
  onChange: (token: string | undefined) => void
}

/** A captcha of the configured provider. A token works once, so mount the component again for another token. */
export function Captcha(props: CaptchaProps) {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt({ siteKey, script, onChange, onRetry }: CaptchaProps & { onRetry: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  const [hasFailed, setFailed] = useState(false)

  // Synchronises with the provider's script.
  useEffect(() => {
    let isUnmounted = false
    function render(api: CaptchaApi) {
      if (isUnmounted || !container.current) return
      // Providers reject an element that they have used before.
      const widget = container.current.appendChild(document.createElement('div'))
      api.render(widget, {
        sitekey: siteKey,
        callback: onChange,
        'expired-callback': () => onChange(undefined),
        'error-callback': () => setFailed(true),
      })
    }
    loadScript(script).then(
      (api) =>
        window.grecaptcha === api && api.ready ? api.ready(() => render(api)) : render(api),
      () => setFailed(true),
    )
    const element = container.current
    return () => {
      isUnmounted = true
      element?.replaceChildren()
    }
  }, [siteKey, script, onChange])

  return (
    <div role="group" aria-label="Captcha">
      <div ref={container} />
      {hasFailed ? (
        <>
          <FormFailure message="The captcha could not be loaded." />
          <Button onPress={onRetry}>Try again</Button>
        </>
      ) : null}
    </div>
  )
}

const present = () => window.turnstile ?? window.hcaptcha ?? window.grecaptcha

async function loadScript(url: string): Promise<CaptchaApi> {
  const loaded = present()
  if (loaded) return loaded
  await new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    const address = new URL(url)
    address.searchParams.set('render', 'explicit')
    element.src = address.href
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error('The captcha could not be loaded.'))
    })
    document.head.append(element)
  })
  const api = present()
  if (!api) throw new Error('The captcha script did not start.')
  return api
}
