import { useRouter } from '@tanstack/react-router'
import {
  isMissingCode,
  describeMissingCode,
  reloadForCode,
} from '@typecase/plugin-sdk/missing-code'
import { FailureState } from '@typecase/ui/failure-state'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'
import { useEffect, useEffectEvent } from 'react'

import { ApiError, errorToWords } from '../api/api-error.ts'
import styles from './pages.module.css'

/**
 * Shown instead of a page that could not be opened, for example because of its bucket. Retries when the network is
 * back.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  const retry = () => void (isMissingCode(error) ? reloadForCode() : router.invalidate())
  const handleOnline = useEffectEvent(retry)
  useEffect(() => {
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [])
  const request = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={styles.page}>
      <VisuallyHidden elementType="h1">This page could not be opened</VisuallyHidden>
      <FailureState
        title="This page could not be opened"
        {...(request && { requestId: request })}
        onRetry={retry}
      >
        {describeError(error)}
      </FailureState>
    </div>
  )
}

function describeError(error: unknown): string {
  if (isMissingCode(error)) return describeMissingCode()
  const isAddress = error instanceof Error && error.message.startsWith('This address')
  return isAddress ? error.message : errorToWords(error)
}
