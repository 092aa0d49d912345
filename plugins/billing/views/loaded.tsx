import { Button } from '@typecase/ui/button'
import { SkeletonRows } from '@typecase/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import styles from './billing.module.css'

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>
  /** `The balance` */
  readonly what: string
  readonly children: (data: T) => ReactNode
}

/** A part of the inspector that comes from the server: until it is there, where it fails, and then. */
export function Loaded<T>({ query, what, children }: LoadedProps<T>) {
  const { data, error, refetch, isFetching } = query
  if (data !== undefined) return <>{children(data)}</>
  if (!error) return <SkeletonRows label={what.toLowerCase()} count={1} />
  return (
    <div className={styles.failure} role="alert">
      <p>
        {what} could not be loaded. {error.message}
      </p>
      <Button onPress={() => void refetch()} isPending={isFetching}>
        Retry
      </Button>
    </div>
  )
}
