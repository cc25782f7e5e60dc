package store

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3 keeps files in a bucket of storage that speaks the protocol of S3. It is safe for concurrent use.
type S3 struct {
	client  *minio.Client
	bucket  string
	timeout time.Duration
}

// Bucket is where storage is found, and how it lets the shop in.
type Bucket struct {
	// URL is that of the bucket: https://s3.example.com/bucket.
	URL         string
	Region      string
	Key, Secret string
	// Timeout bounds a call, and how long a list of files may stand still; 0 means 10 s.
	Timeout time.Duration
}

const (
	callTimeout = 10 * time.Second
	// A try ends when the server does not take the connection in dialTimeout, or does not begin its answer in headerTimeout.
	dialTimeout   = 2 * time.Second
	headerTimeout = 4 * time.Second
	// tries is how often a call is tried within its time.
	tries = 3
)

// folder is where the files are in the bucket.
const folder = "images/"

// NewS3 returns a store in a bucket, which is not asked yet. The error says what is wrong with its address.
func NewS3(b Bucket) (*S3, error) {
	u, err := url.Parse(b.URL)
	if err != nil {
		return nil, fmt.Errorf("the address of the bucket: %w", err)
	}
	secure := u.Scheme == "https"
	transport, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, fmt.Errorf("connections to the bucket: %w", err)
	}
	transport.DialContext = (&net.Dialer{Timeout: dialTimeout}).DialContext
	transport.TLSHandshakeTimeout, transport.ResponseHeaderTimeout = dialTimeout, headerTimeout
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(b.Key, b.Secret, ""), Secure: secure, Region: b.Region, Transport: transport, MaxRetries: tries,
	})
	if err != nil {
		return nil, fmt.Errorf("the address of the bucket: %w", err)
	}
	return &S3{client, strings.Trim(u.Path, "/"), cmp.Or(b.Timeout, callTimeout)}, nil
}

// key is the name of a file in the bucket.
func key(name string) (string, error) {
	if _, err := place(name); err != nil {
		return "", err
	}
	return folder + name, nil
}

// Put stores a file, in place of one of the same name.
func (s *S3) Put(ctx context.Context, name string, body []byte) error {
	to, err := key(name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	_, err = s.client.PutObject(ctx, s.bucket, to, bytes.NewReader(body), int64(len(body)), minio.PutObjectOptions{
		ContentType: mime.TypeByExtension(path.Ext(name)), DisableMultipart: true,
	})
	return err
}

// Get reads a file. The error is fs.ErrNotExist when there is none.
func (s *S3) Get(ctx context.Context, name string) ([]byte, error) {
	at, err := key(name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	object, err := s.client.GetObject(ctx, s.bucket, at, minio.GetObjectOptions{})
	if err != nil {
		return nil, asNotExist(err)
	}
	defer func() { _ = object.Close() }()
	body, err := io.ReadAll(object)
	if err != nil {
		return nil, asNotExist(err)
	}
	return body, nil
}

// Modified is when a file was stored last. The error is fs.ErrNotExist when there is none.
func (s *S3) Modified(ctx context.Context, name string) (time.Time, error) {
	at, err := key(name)
	if err != nil {
		return time.Time{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	info, err := s.client.StatObject(ctx, s.bucket, at, minio.StatObjectOptions{})
	return info.LastModified, asNotExist(err)
}

// Delete deletes a file.
func (s *S3) Delete(ctx context.Context, name string) error {
	at, err := key(name)
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	return s.client.RemoveObject(ctx, s.bucket, at, minio.RemoveObjectOptions{})
}

// Each calls see for all files.
func (s *S3) Each(ctx context.Context, see func(name string, modified time.Time) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil) // ends the list where see has an error
	standsStill := time.AfterFunc(s.timeout, func() { stop(context.DeadlineExceeded) })
	defer standsStill.Stop()
	for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: folder, Recursive: true}) {
		if ctx.Err() != nil {
			break
		}
		if object.Err != nil {
			return object.Err
		}
		if err := see(strings.TrimPrefix(object.Key, folder), object.LastModified); err != nil {
			return err
		}
		standsStill.Reset(s.timeout)
	}
	return context.Cause(ctx) // an end of the context is an end of the list
}

// asNotExist reads the answer that there is no such file as fs.ErrNotExist.
func asNotExist(err error) error {
	if err != nil && minio.ToErrorResponse(err).StatusCode == http.StatusNotFound && minio.ToErrorResponse(err).Code != "NoSuchBucket" {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}
