export const help = `npm run admin -- <command> [<e-mail address> | <number>] [flags]

For the operator, on a machine that reaches the database. Every command that shows or changes data of accounts writes to
the table operator_log, with the name of the account that runs it: in a container, that of the container's user. None of
them can shorten a wait or release anything.

Commands
  status                  shows the service at a glance: version, clock, workers, mails that wait, what fails, switches
  status <address>        shows an account's switch, deadline, holds, the outcome of each warning, and failing mails, and
                          nothing of its vault
  due [<hours>]           lists the next step of every switch that has one within 24 hours, or as many as you say
  stuck                   lists what is overdue, why, and what to do about it
  check-env               reads deploy.env from its input (< deploy.env), and names each value that Compose would change
                          and each variable that nobody reads. It needs no database, and writes no row
  check-files             compares the stores of files with the database: prints what is missing, has another size, or is
                          not referenced
  check-files --read      also reads every file and compares it with its hash, as after a crash of the machine
  move-files              moves files from the folder to the bucket, while the service runs with both. It can be stopped and
                          run again; the original files are kept for 30 days
  unlock <address>        forgets an account's failed log-ins, except those that an API process counted on its own
                          while Redis was down
  verify-email <address>  marks the address as verified, for an owner whose mail doesn't arrive
  disable-2fa <address>   switches two-factor authentication off, and tells the owner by mail and in their log. First
                          make sure that it is the owner who asks (docs/operations.md)
  delete-account <address>
                          deletes an account as its owner can, whose switch and vault end at once: ends its subscription,
                          and writes to its owner and to those who were invited. First make sure that it is the owner
                          who asks (docs/operations.md). Asks first. Refused for 7 days after a reset by mail
  forget-opt-out <address>
                          lets owners name a person again who had opted out. Only if that person asked for it from
                          that mailbox
  invite                  makes a link with which one person may open an account within 14 days, where REGISTRATION is
                          invited
  rotate-secret           says how to replace JWT_SECRET and ACTIVITY_HMAC_SECRET; once both the new and the old are set,
                          seals two-factor secrets with the new one, and says when the old one may go
  seed [<owners>]         in a checkout: fills a database of this machine with 1,000 made-up owners in every state, or as
                          many as you say, up to 100,000, and prints whom you can log in as (--anywhere: elsewhere too)
  test-mail <address>     sends a test mail past the queue, and shows what the mail server said
  migrate                 migrates the database of an older version, such as a restored backup, and starts nothing
  restored                after a restored backup: starts every open switch over as if its owner had just been seen,
                          because signs of life may be lost. Asks first
  moved                   after a planned move to another PostgreSQL, such as an upgrade by dump or pg_upgrade, and before
                          a worker starts: says that nothing is missing, so that no switch starts over. Asks first
  clock                   shows the clocks, the newest heartbeat, and whether the processes trust the time
  clock --accept          says that the database's time is right, after an outage of more than 30 days or once clocks
                          that ran ahead are right again. Switches dated in the future start over as if their owners
                          had just been seen. Asks first
  verify-activity [<address or ID>]
                          walks the hash chain of one owner's activity log, or of every owner's: each record is signed
                          with ACTIVITY_HMAC_SECRET together with the signature before it. Names the first record that
                          was changed, removed, inserted or moved. Cannot tell whether the newest records of an
                          owner, or all of them, were removed; compare with a backup for that

Flags
  --data <folder>         where npm start keeps its data (default: .data in the checkout)
  --anywhere              seed: even if the database is on another machine, or in production
  --yes                   delete-account, restored, moved, clock --accept: don't ask
  --help                  this text

Exit codes
  0                       done; also after status, due, stuck and clock, whatever they show
  1                       failed, for example because the database doesn't answer
  2                       wrong arguments: nothing was done
  3                       done, and something is wrong: check-env, check-files, move-files, test-mail, verify-activity

It reads the environment and .env, as the service does. Servers that they don't name are those that npm start last
started with that data folder. In the image, node scripts/admin/main.ts is the same program, without --data and .env.
`;
