declare module '../../database/tables.ts' {
  interface Tables {
    plugin_settings: {
      bucket_id: string
      user_id: string
      plugin_id: string
      /** A JSON object. */
      settings: string
      modified_at: string
      rev: number
    }
  }
}

export {}
