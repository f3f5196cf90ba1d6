// Plays an owner with the client that oapi-codegen made of our document. The address goes to standard output; the token
// of the verification mail comes from standard input.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"

	openapi_types "github.com/oapi-codegen/runtime/types"
	"play/api"
)

func random(count int) []byte {
	bytes := make([]byte, count)
	rand.Read(bytes)
	return bytes
}

func text(count int) string { return base64.StdEncoding.EncodeToString(random(count)) }

func require(holds bool, answer any, err error) {
	if err != nil || !holds {
		panic(fmt.Sprintf("%+v %v", answer, err))
	}
}

func main() {
	ctx := context.Background()
	token := ""
	bearer := func(_ context.Context, request *http.Request) error {
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("API_URL"), api.WithRequestEditorFn(bearer))
	require(err == nil, client, err)
	email, password := openapi_types.Email(fmt.Sprintf("%x@example.test", random(9))), text(32)
	registered, err := client.RegisterWithResponse(ctx, api.Registration{Email: email, Name: "Ada Codegen", Password: password, Salt: text(16)})
	require(err == nil && registered.JSON201 != nil, registered, err)
	fmt.Println(email)
	var link string
	fmt.Scanln(&link)
	verified, err := client.VerifyEmailWithResponse(ctx, &api.VerifyEmailParams{Token: link})
	require(err == nil && verified.JSON200 != nil, verified, err)

	kind := api.LoginSession("bearer")
	refused, err := client.LogInWithResponse(ctx, api.Login{Email: email, Password: text(32), Session: &kind})
	require(err == nil && refused.ApplicationproblemJSON401 != nil, refused, err)
	code, err := refused.ApplicationproblemJSON401.Discriminator()
	require(code == "invalid_credentials", code, err)
	loggedIn, err := client.LogInWithResponse(ctx, api.Login{Email: email, Password: password, Session: &kind})
	require(err == nil && loggedIn.JSON200 != nil, loggedIn, err)
	token = *loggedIn.JSON200.AccessToken

	sealed := text(48)
	stored, err := client.CreateEntryWithResponse(ctx, api.NewEntry{EncryptedData: sealed, Iv: text(12), Salt: text(16), Algorithm: "AES-GCM"})
	require(err == nil && stored.JSON201 != nil, stored, err)
	listed, err := client.ListEntriesWithResponse(ctx, &api.ListEntriesParams{})
	require(err == nil && listed.JSON200 != nil && len(listed.JSON200.Entries) == 1, listed, err)
	require(listed.JSON200.Entries[0].EncryptedData == sealed, listed, err)
	checkedIn, err := client.CheckInWithResponse(ctx)
	require(err == nil && checkedIn.JSON200 != nil, checkedIn, err)
	loggedOut, err := client.LogOutWithResponse(ctx)
	require(err == nil && loggedOut.JSON200 != nil, loggedOut, err)
	over, err := client.CheckInWithResponse(ctx)
	require(err == nil && over.ApplicationproblemJSON401 != nil, over, err)
	fmt.Println("played")
}
