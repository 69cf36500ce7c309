// How long each kind of work may wait for the database. Recording aborts early, so that callers get 503 and retry; reports may take a
// minute, and long work (migrations, replays, checks, payouts) as long as it needs.

export type Limits = {
  /** Until a new connection takes statements. */
  readonly connectMilliseconds: number;
  /** Until one of the pool's connections is free; does not apply to an abandoned pool. */
  readonly freeMilliseconds: number;
  /** PostgreSQL cancels the statement; 0 is never. */
  readonly statementMilliseconds: number;
  /** PostgreSQL aborts waiting for a lock; 0 is never. */
  readonly lockMilliseconds: number;
  /** PostgreSQL closes a connection whose process is frozen in a transaction: it holds its programs' heads. */
  readonly idleInTransactionMilliseconds: number;
  /** Without one byte of a due answer: the server or the network is gone, and the connection is aborted. */
  readonly answerMilliseconds: number;
};

export type LimitsOfKinds = {
  /** Connections that record, and short look-ups and writes. */
  readonly recording: Limits;
  /** Lists and reports. */
  readonly reading: Limits;
};

export const statementSecondsDefault = 4;

/** Of a statement's time: "lock not available" says more than "cancelled" does, and comes first. */
const lockShare = 0.75;
/** PostgreSQL cancels first, which keeps the connection; only what does not even answer that is taken for silent. */
const answerBeyondStatementMilliseconds = 1000;

export const longLimits: Limits = {
  connectMilliseconds: 10_000,
  freeMilliseconds: 60_000,
  statementMilliseconds: 0,
  lockMilliseconds: 0,
  idleInTransactionMilliseconds: 60_000,
  answerMilliseconds: 3_600_000,
};

/** For a process that serves. */
export function serviceLimits(statementSeconds = statementSecondsDefault): LimitsOfKinds {
  const statementMilliseconds = statementSeconds * 1000;
  return {
    recording: {
      connectMilliseconds: 3000,
      freeMilliseconds: 10_000,
      statementMilliseconds,
      lockMilliseconds: statementMilliseconds * lockShare,
      idleInTransactionMilliseconds: 5000,
      answerMilliseconds: statementMilliseconds + answerBeyondStatementMilliseconds,
    },
    reading: {
      connectMilliseconds: 3000,
      freeMilliseconds: 10_000,
      statementMilliseconds: 60_000,
      lockMilliseconds: 10_000,
      idleInTransactionMilliseconds: 10_000,
      answerMilliseconds: 65_000,
    },
  };
}

/** For a command, whose caller can wait and stop it. */
export const commandLimits: LimitsOfKinds = { recording: longLimits, reading: longLimits };

/** Of the server's end of a connection whose other end is gone without a word. */
const serverKeepalive = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 10_000,
};

/** As settings a connection starts with. */
export function settingsOf(limits: Limits): string[] {
  const settings = {
    statement_timeout: limits.statementMilliseconds,
    lock_timeout: limits.lockMilliseconds,
    idle_in_transaction_session_timeout: limits.idleInTransactionMilliseconds,
    ...serverKeepalive,
  };
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}
