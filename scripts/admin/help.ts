export const help = `npm run admin -- <command> [<e-mail address>] [flags]

For whoever runs the service, on the machine that can reach its database. Everything is written into the table
operator_log, with the name of the account on this machine. Nothing here can shorten a wait or release anything.

Commands
  status <address>        the switch, its deadline, holds and failing mails of an account; nothing of its vault
  unlock <address>        forgets the failed log-ins of an account. What a single API process counted by itself
                          while Redis was down ends with that process, or with its time
  verify-email <address>  marks the address as verified, for an owner whose mail does not arrive
  disable-2fa <address>   switches two-factor authentication off, and tells the owner by mail and in their log: only
                          for somebody of whom you have made sure that they are the owner (docs/operations.md)
  forget-opt-out <address>
                          lets owners name somebody as a successor again who had asked not to be named: only when
                          that person has asked for it from that mailbox
  migrate                 brings the database of an older version, such as a restored backup, up to this one, and
                          starts nothing
  restored                after the database was restored from a backup: every open switch starts over, seen now,
                          because nobody knows which signs of life were lost. Asks before it does so

Flags
  --data <folder>         where npm start keeps its data (.data in the checkout)
  --yes                   restored: do not ask
  --help                  this text

It reads the environment and .env as the service does; a server that they do not name is the one that npm start
last started with that data folder.
`;
