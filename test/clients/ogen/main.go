// Plays an owner with the client that ogen made of our document. The address goes to standard output; the token of the
// verification mail comes from standard input.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"

	"github.com/ogen-go/ogen/ogenerrors"
	"play/api"
)

type session struct{ token string }

func (s *session) Bearer(context.Context, api.OperationName) (api.Bearer, error) {
	return api.Bearer{Token: s.token}, nil
}
func (s *session) Cookie(context.Context, api.OperationName) (api.Cookie, error) {
	return api.Cookie{}, ogenerrors.ErrSkipClientSecurity
}
func (s *session) AutomationToken(context.Context, api.OperationName) (api.AutomationToken, error) {
	return api.AutomationToken{}, ogenerrors.ErrSkipClientSecurity
}
func (s *session) CalendarToken(context.Context, api.OperationName) (api.CalendarToken, error) {
	return api.CalendarToken{}, ogenerrors.ErrSkipClientSecurity
}

func random(count int) string {
	bytes := make([]byte, count)
	rand.Read(bytes)
	return base64.StdEncoding.EncodeToString(bytes)
}

// A value of the expected type; anything else ends the play.
func expect[T any](answer any, err error) T {
	found, ok := answer.(T)
	if err != nil || !ok {
		panic(fmt.Sprintf("%T %+v %v", answer, answer, err))
	}
	return found
}

func main() {
	ctx := context.Background()
	caller := &session{}
	client, err := api.NewClient(os.Getenv("API_URL"), caller)
	if err != nil {
		panic(err)
	}
	email, password := fmt.Sprintf("%x@example.test", random(9)), random(32)
	registered, err := client.Register(ctx, &api.Registration{Email: email, Name: "Ada Ogen", Password: password, Salt: random(16)})
	expect[*api.MessageHeaders](registered, err)
	fmt.Println(email)
	var token string
	fmt.Scanln(&token)
	verified, err := client.VerifyEmail(ctx, api.VerifyEmailParams{Token: token})
	expect[*api.MessageHeaders](verified, err)

	asProgram := api.Login{Email: email, Password: random(32), Session: api.NewOptLoginSession(api.LoginSessionBearer)}
	refused, err := client.LogIn(ctx, &asProgram)
	problem := expect[*api.InvalidCredentialsOrTwoFactorInvalidOrTwoFactorRequiredHeaders](refused, err)
	if problem.Response.Type != api.InvalidCredentialsProblemInvalidCredentialsOrTwoFactorInvalidOrTwoFactorRequired {
		panic(problem.Response.Type)
	}
	asProgram.Password = password
	loggedIn, err := client.LogIn(ctx, &asProgram)
	caller.token = expect[*api.LoggedInHeaders](loggedIn, err).Response.AccessToken.Value

	sealed := random(48)
	stored, err := client.CreateEntry(ctx, &api.NewEntry{EncryptedData: sealed, Iv: random(12), Salt: random(16), Algorithm: "AES-GCM"})
	expect[*api.CreateEntryCreated](stored, err)
	listed, err := client.ListEntries(ctx, api.ListEntriesParams{})
	entries := expect[*api.ListEntriesAnswerHeaders](listed, err).Response.Entries
	if len(entries) != 1 || entries[0].EncryptedData != sealed {
		panic(fmt.Sprintf("%+v", entries))
	}
	checkedIn, err := client.CheckIn(ctx)
	expect[*api.CheckInAnswerHeaders](checkedIn, err)
	if _, err := client.LogOut(ctx); err != nil {
		panic(err)
	}
	over, err := client.CheckIn(ctx)
	expect[*api.UnauthenticatedHeaders](over, err)
	fmt.Println("played")
}
